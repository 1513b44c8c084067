import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@Suite struct HTMLTextTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var html: String
    var text: String

    init(_ name: String, _ html: String, _ text: String) {
      (testDescription, self.html, self.text) = (name, html, text)
    }
  }

  @Test(arguments: [
    Sample("plain", "no marks", "no marks"),
    Sample("paragraphs", "<p>One <b>two</b></p>\n<p>three</p>", "One two\nthree"),
    Sample("white space", "  a \n\t b<i> c</i> ", "a b c"),
    Sample("line break", "a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
    Sample("list", "<ul><li>a</li><li>b <em>c</em></li></ul>d", "• a\n• b c\nd"),
    Sample("preformatted", "<pre>a\n  b</pre>c", "a\n  b\nc"),
    Sample("table", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    Sample("script", "a<script>if (1 < 2) { x('</p>') }</script>b", "ab"),
    Sample("style", "<STYLE type='x>y'>p { }</Style >a", "a"),
    Sample("comment", "a<!-- <p> -- > -->b", "ab"),
    Sample("picture", #"<img src="x" alt="a &amp; b"> c"#, "[a & b] c"),
    Sample("picture without words", #"<img src="x" alt="">c"#, "c"),
    Sample("quoted bracket", #"<a href="x>y" title='a"b>'>link</a>"#, "link"),
    Sample("references", "&lt;p&gt; &amp;amp; &eacute;&yuml; &hellip;", "<p> &amp; éÿ …"),
    Sample("numbers", "&#233;&#xE9;&#X1F600;&#xD800;&#99999999;", "éé😀\u{FFFD}\u{FFFD}"),
    Sample("blanks that stay", "a&nbsp;&nbsp;b", "a  b"),
    Sample("no references", "AT&T &nosuch; & &;", "AT&T &nosuch; & &;"),
    Sample("no markup", "1 < 2 <3 a<", "1 < 2 <3 a<"),
    Sample("unclosed", "a<b", "a"), Sample("unclosed script", "a<script>b", "a"),
    Sample("unclosed comment", "a<!--b", "a"), Sample("unclosed quote", "a<b c=\"d>e", "a"),
    Sample("end alone", "</p>a</pre> b", "a\nb"), Sample("nothing", "", ""),
    Sample("declaration", "<!DOCTYPE html><?xml?>a", "a"),
  ]) func isReadLineByLine(_ sample: Sample) {
    #expect(HTMLText.plain(sample.html.utf8) == sample.text)
  }

  @Test func anyBytesAreGoneThrough() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "<", ">", "/", "!", "--", "&", ";", "#", "p", "pre", "script", "\"", "'", " ", "é",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...12, using: &random)
      let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let text = HTMLText.plain(html.utf8)
      #expect(!text.contains("\n\n") && text.utf8.count <= html.utf8.count + 4, "\(html)")
    }
  }
}
