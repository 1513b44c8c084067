#if Program
  import MocoaTUIProgram

  runProgram()
#else
  import MocoaSystem

  let message = "mocoa-tui: the package was built without its trait `Program`\n"
  write(STDERR_FILENO, message, message.utf8.count)
  exit(1)
#endif
