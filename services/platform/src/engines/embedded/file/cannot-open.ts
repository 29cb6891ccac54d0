/**
 * Why an embedded folder cannot be opened, or takes no more. Each has a stable `code`, so that the launcher can say it in its own words.
 */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly code = 'FolderInUse'
  constructor(folder: string) {
    super(`${folder} is in use by another process`)
  }
}

export class FolderNotWritable extends Error {
  override readonly name = 'FolderNotWritable'
  readonly code = 'FolderNotWritable'
  constructor(folder: string, cause: unknown) {
    super(`${folder} cannot be written to`, { cause })
  }
}

export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = 'DiskFull'
  constructor(folder: string, cause: unknown) {
    super(`the disk of ${folder} is full`, { cause })
  }
}

/** Written by a newer version of the product: it is left untouched. */
export class FileTooNew extends Error {
  override readonly name = 'FileTooNew'
  readonly code = 'FileTooNew'
  constructor(path: string, found: number, known: number) {
    super(`${path} has format ${found}, this version knows ${known}`)
  }
}

/** Written by a version whose format is not read any more: it is left untouched. */
export class FileTooOld extends Error {
  override readonly name = 'FileTooOld'
  readonly code = 'FileTooOld'
  constructor(path: string, found: number, known: number) {
    super(`${path} has format ${found}, this version reads ${known}`)
  }
}

export class FileDamaged extends Error {
  override readonly name = 'FileDamaged'
  readonly code = 'FileDamaged'
  constructor(path: string, finding: string) {
    super(`${path} is damaged: ${finding}`)
  }
}
