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

/** It takes about its size once more to be carried over into this release's format: it is left as it was. */
export class NoRoomToCarryOver extends Error {
  override readonly name = 'NoRoomToCarryOver'
  readonly code = 'NoRoomToCarryOver'
  readonly missingBytes: number
  constructor(path: string, missingBytes: number, cause?: unknown) {
    super(`to carry ${path} over, ${missingBytes} bytes are missing`, { cause })
    this.missingBytes = missingBytes
  }
}

export class FileDamaged extends Error {
  override readonly name = 'FileDamaged'
  readonly code = 'FileDamaged'
  constructor(path: string, finding: string) {
    super(`${path} is damaged: ${finding}`)
  }
}
