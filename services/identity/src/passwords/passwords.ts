import { timingSafeEqual } from 'node:crypto'
import { argon2id } from './hashing.ts'
import { type Hashes, openHashingPlaces, type Place } from './hashing-places.ts'

type Hashed = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly nonce: Buffer
  readonly tag: Buffer
}

export type Cost = Pick<Hashed, 'memory' | 'passes' | 'parallelism'>

/** OWASP's recommendation for argon2id; about 17 ms. */
const owasp: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const nonceBytes = 16
const tagBytes = 32

type Options = {
  readonly randomBytes: (count: number) => Uint8Array
  readonly cost?: Cost | undefined
  readonly hashWith?: typeof argon2id
}

/** Passwords as argon2id in PHC form, hashed one at a time. @throws Refused('busy') when others have all the places */
export const openPasswords = ({ randomBytes, cost = owasp, hashWith = argon2id }: Options) => {
  // Compared with if the account does not exist: the same work as for a real hash, and no password matches.
  const nobodys: Hashed = { ...cost, nonce: Buffer.alloc(nonceBytes), tag: Buffer.alloc(tagBytes) }
  const places = openHashingPlaces()
  const computeTag = (password: string, { memory, passes, parallelism, nonce, tag }: Hashed): Promise<Buffer> =>
    hashWith({
      message: password.normalize('NFKC'),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength: tag.length,
    })
  const matchesIn = async ({ run }: Place, password: string, phc: string | null): Promise<boolean> => {
    const hashed = parsePhc(phc ?? '') ?? nobodys
    return timingSafeEqual(await run(() => computeTag(password, hashed)), hashed.tag)
  }

  return {
    /**
     * A place for one `matchesIn`. Take it before the account is looked up, so that the order reveals nothing about
     * accounts.
     */
    enter: places.enter,
    async hash(password: string, who: Hashes): Promise<string> {
      const fresh = { ...nobodys, nonce: Buffer.from(randomBytes(nonceBytes)) }
      return buildPhc({ ...fresh, tag: await places.enter(who).run(() => computeTag(password, fresh)) })
    },
    /** False for a value that is not a hash of ours (null, an erased one), after the same time. */
    matchesIn,
    matches: async (password: string, phc: string | null, who: Hashes): Promise<boolean> =>
      matchesIn(places.enter(who), password, phc),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const buildPhc = ({ memory, passes, parallelism, nonce, tag }: Hashed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`

const parsePhc = (phc: string): Hashed | null => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!parts) return null
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
