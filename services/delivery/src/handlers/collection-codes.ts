import type { KeyedHash } from '@tuma/platform/event-sourcing'
import type { Collection } from '../domain/collection-code.ts'

const digits = 6

/** The six digits of one generation of a parcel's code. They follow from the secret and are not stored. */
export const getCode = (hash: KeyedHash, deliveryId: string, generation: number): string =>
  (BigInt(`0x${hash('collection code', deliveryId, generation)}`) % 10n ** BigInt(digits))
    .toString()
    .padStart(digits, '0')

/** The newest code and those before that may still open the parcel, newest first. */
export const ownCodes = (hash: KeyedHash, deliveryId: string, { generation, former }: Collection) =>
  [generation, ...former.map((one) => one.generation).reverse()].map((one) => ({
    ...{ generation: one, code: getCode(hash, deliveryId, one) },
  }))
