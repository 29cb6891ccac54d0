import { timingSafeEqual } from 'node:crypto'
import { Refused } from '@tuma/contracts/vocabulary'
import { argon2id } from './hashing.ts'

type Hashed = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly nonce: Buffer
  readonly tag: Buffer
}

export type Cost = Pick<Hashed, 'memory' | 'passes' | 'parallelism'>

/** OWASP's measure for argon2id; about 17 ms. */
const owasp: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const nonceBytes = 16
const tagBytes = 32

/** More waiting would answer nobody in time. */
const atOnce = 1
const waitingMost = 33

/** Passwords as argon2id in PHC form. @throws Refused('busy') when too many are being worked on */
export const openPasswords = (randomBytes: (count: number) => Uint8Array, cost = owasp) => {
  // Compared with when there is no account: the same work as for a real one, and no password fits.
  const nobodys: Hashed = { ...cost, nonce: Buffer.alloc(nonceBytes), tag: Buffer.alloc(tagBytes) }
  const inTurn = turns(atOnce, waitingMost)
  const tagOf = (password: string, { memory, passes, parallelism, nonce, tag }: Hashed): Promise<Buffer> =>
    inTurn(() =>
      argon2id({
        message: password.normalize('NFKC'),
        nonce,
        memory,
        passes,
        parallelism,
        tagLength: tag.length,
      }),
    )

  return {
    async hash(password: string): Promise<string> {
      const fresh = { ...nobodys, nonce: Buffer.from(randomBytes(nonceBytes)) }
      return phcOf({ ...fresh, tag: await tagOf(password, fresh) })
    },
    /** False for whatever is no hash of ours (null, an erased one), after the same time. */
    async matches(password: string, phc: string | null): Promise<boolean> {
      const hashed = parsePhc(phc ?? '') ?? nobodys
      return timingSafeEqual(await tagOf(password, hashed), hashed.tag)
    },
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const phcOf = ({ memory, passes, parallelism, nonce, tag }: Hashed): string =>
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

/** At most `atOnce` jobs run and `waitingMost` wait, first come, first served. */
const turns = (atOnce: number, waitingMost: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingMost) throw new Refused('busy')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      // The place is handed on to who waits, or given back.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
