/// The program and the kernel with which a recording was made, for the head of the file.
package struct RecordingOrigin: Sendable {
  package var program: String
  package var kernel: String

  package init(program: String, kernel: String) {
    self.program = program
    self.kernel = kernel
  }
}
