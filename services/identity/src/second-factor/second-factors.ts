import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Account } from '../domain/account.ts'
import type { SecondFactor, ShownCode } from '../domain/second-factor.ts'
import { keyedHash } from '../keys.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const secretBytes = 20
const periodMs = 30_000
const recoveryCodeCount = 10
const recoveryCodeBytes = 8
const recoveryCodeLength = 10

type Owner = Pick<Account, 'accountId'>

type Options = {
  readonly keys: { readonly secondFactors: KeyObject; readonly recoveryCodes: KeyObject }
  readonly randomBytes: (count: number) => Uint8Array
}

/** The secrets of authenticator apps, and the codes that people type. Secrets are base32, as apps need them. */
export const openSecondFactors = ({ keys, randomBytes }: Options) => {
  /** Sealed for that account: another account can't open it. */
  const seal = (secret: string, { accountId }: Owner): string => {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, keys.secondFactors, nonce).setAAD(Buffer.from(accountId))
    const sealed = Buffer.concat([nonce, sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()])
    return sealed.toString('base64url')
  }
  const open = (sealed: string, { accountId }: Owner): string => {
    const bytes = Buffer.from(sealed, 'base64url')
    const opening = createDecipheriv(cipher, keys.secondFactors, bytes.subarray(0, nonceBytes))
    opening.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString('utf8')
  }
  const computeHash = (code: string, { accountId }: Owner) => keyedHash(keys.recoveryCodes, `used|${accountId}|${code}`)

  return {
    open,
    /** A new secret, sealed. */
    next: (owner: Owner): string => seal(new Secret({ buffer: toBuffer(randomBytes(secretBytes)) }).base32, owner),

    /** The address that an app reads from the QR code. */
    buildUri: (secret: string, { person }: Pick<Account, 'person'>): string =>
      createTotp(secret, person.username).toString(),

    /** What the person typed. Whether it is accepted, the account decides. */
    shownIn(typed: string, { secret }: Pick<SecondFactor, 'secret'>, owner: Owner, at: string): ShownCode {
      const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
      if (code.length === recoveryCodeLength) return { recoveryCode: computeHash(code, owner) }
      const timestamp = Date.parse(at)
      const delta = createTotp(open(secret, owner)).validate({ token: code, timestamp, window: 1 })
      return delta === null ? null : { step: Math.floor(timestamp / periodMs) + delta }
    },

    /** They follow from the command's id, so that a repeated command gets the same answer. */
    recoveryCodesFor: (owner: Owner, commandId: string): string[] =>
      Array.from({ length: recoveryCodeCount }, (_, index) => {
        const made = createHmac('sha256', keys.recoveryCodes).update(`new|${owner.accountId}|${commandId}|${index}`)
        const buffer = toBuffer(made.digest().subarray(0, recoveryCodeBytes))
        return written(new Secret({ buffer }).base32.slice(0, recoveryCodeLength))
      }),
    toHashes: (codes: readonly string[], owner: Owner): string[] =>
      codes.map((code) => computeHash(code.replace('-', ''), owner)),
  }
}

const createTotp = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: 'Tuma', secret: Secret.fromBase32(secret), period: periodMs / 1000, ...(label ? { label } : {}) })

const written = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Copies the bytes, because a buffer of Node may be part of a larger one. */
const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
