import { bitsOfTrackingId, toTrackingId, trackingIdIn } from '@tuma/contracts/vocabulary'

/** The nth sticker of a roll; both count from 1. */
export type StickerNumber = { readonly roll: number; readonly n: number }
/** A keyed hash in hexadecimal digits: only this service can make it. */
type Hash = (label: string, ...parts: readonly number[]) => string

const rounds = [0, 1, 2, 3, 4, 5]
const halfBits = 30n
const half = 2 ** 30
const partBits = 20n
const part = 2n ** partBits
const halfMask = 2n ** halfBits - 1n

/**
 * Ids of stickers, in the form of tracking ids: a permutation of 60 bits (Luby and Rackoff 1988: a Feistel network of
 * six rounds) of 20 bits roll, 20 bits number and 20 bits zero. So each is unique, cannot be guessed, and is known by
 * the zeros without a table. @param hash under a secret of the service, which must not change: stickers are printed
 */
export const stickerIds = (hash: Hash) => {
  const mix = (round: number, bits: number): number =>
    Number.parseInt(hash('sticker', round, bits).slice(0, 8), 16) % half

  return {
    /** @param number roll and n below 2^20 */
    stickerId: ({ roll, n }: StickerNumber): string => {
      const bits = (BigInt(roll) << (2n * partBits)) | (BigInt(n) << partBits)
      const start = [Number(bits >> halfBits), Number(bits & halfMask)] as const
      const [left, right] = rounds.reduce<readonly [number, number]>(
        ([one, other], round) => [other, one ^ mix(round, other)],
        start,
      )
      return toTrackingId((BigInt(left) << halfBits) | BigInt(right))
    },

    /** @param typed as a person typed it. @returns null: it is no sticker, though it may be a tracking id */
    readSticker: (typed: string): StickerNumber | null => {
      const id = trackingIdIn(typed)
      if (id === null) return null
      const bits = bitsOfTrackingId(id)
      const start = [Number(bits >> halfBits), Number(bits & halfMask)] as const
      const [left, right] = rounds.reduceRight<readonly [number, number]>(
        ([one, other], round) => [other ^ mix(round, one), one],
        start,
      )
      const plain = (BigInt(left) << halfBits) | BigInt(right)
      const number = { roll: Number(plain >> (2n * partBits)), n: Number((plain >> partBits) % part) }
      return plain % part === 0n && number.roll > 0 && number.n > 0 ? number : null
    },
  }
}
