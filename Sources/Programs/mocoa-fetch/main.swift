#if Program
  import MocoaFetchProgram

  Fetch.main()
#else
  import MocoaSystem

  let message = "mocoa-fetch: the package was built without its trait `Program`\n"
  write(STDERR_FILENO, message, message.utf8.count)
  exit(1)
#endif
