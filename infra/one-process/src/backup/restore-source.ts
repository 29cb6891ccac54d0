import type { Erased } from '@tuma/platform/engines'

/** What a restore puts into a folder. */
export type RestoreSource = {
  /** As the operator named it. */
  readonly name: string
  /** The secret key that belongs to the data. */
  readonly key: string
  /** People erased since the data were copied. */
  readonly erased: Erased
  /**
   * @param path must not exist
   * @returns ISO instant up to which the data are there. @throws CannotStart
   */
  copyDataTo(path: string): Promise<string>
}
