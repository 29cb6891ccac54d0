/**
 * Why an embedded folder cannot be opened, or accepts no more writes. Each has a stable `code`, so that the launcher
 * can show its own words.
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

/** Written by a newer version of the product: the file is not changed. */
export class FileTooNew extends Error {
  override readonly name = 'FileTooNew'
  readonly code = 'FileTooNew'
  constructor(path: string, found: number, known: number) {
    super(`${path} has format ${found}, this version knows ${known}`)
  }
}

/** Written by a version whose format can no longer be read: the file is not changed. */
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
