export type FileRefusal = 'statement_too_large' | 'statement_not_readable' | 'statement_password' | 'statement_cut'

/** Why a spreadsheet is not read; the reading process reports it to its parent. */
export class RefusedFile extends Error {
  readonly code: FileRefusal

  constructor(code: FileRefusal) {
    super(code)
    this.code = code
  }
}
