class MocoaTui < Formula
  desc "Browse JSON, CSV and logs as lists in the terminal"
  homepage "@URL@"
  url "@URL@/releases/download/@VERSION@/mocoa-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "bzip2"
  depends_on "curl"
  depends_on "libyaml"
  depends_on :linux
  depends_on "ncurses"
  depends_on "pcre2"
  depends_on "sqlite"
  depends_on "xz"
  depends_on "zlib"
  depends_on "zstd"

  def install
    # SwiftPM asks pkg-config for some of them only; SQLite is loaded when a database is opened.
    paths = %w[bzip2 curl libyaml ncurses pcre2 sqlite xz zlib zstd].flat_map do |name|
      formula = Formula[name]
      ["-Xcc", "-I#{formula.opt_include}", "-Xlinker", "-L#{formula.opt_lib}",
       "-Xlinker", "-rpath=#{formula.opt_lib}"]
    end
    %w[mocoa-tui mocoa-fetch].each do |program|
      system "swift", "build", "-c", "release", "--static-swift-stdlib", "--product", program, *paths
    end
    system "Scripts/install", ".build/release/mocoa-tui", prefix
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/mocoa-tui --version")
    assert_equal "2\n", pipe_output("#{bin}/mocoa-tui --count", "[{\"a\": 1}, {\"a\": 2}]", 0)
  end
end
