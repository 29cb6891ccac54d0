import { createHash } from 'node:crypto'

export type Person = { readonly phone: string; readonly name: string }

const first = ['AMINA', 'BRIAN', 'CAROLINE', 'DENNIS', 'ESTHER', 'FAITH', 'HASSAN', 'JOSEPH', 'MERCY', 'PETER']
const last = ['ACHIENG', 'BARASA', 'CHEPKOECH', 'KAMAU', 'KIPTOO', 'MOHAMED', 'MUTUA', 'NJERI', 'OTIENO', 'WAMBUI']
const usualWalletCents = 300_000_00

/**
 * The owners of phones and the money in their wallets. A phone without an introduced owner gets a name that depends on
 * the phone only.
 */
export const openPeople = () => {
  const names = new Map<string, string>()
  const wallets = new Map<string, number>()
  const getWallet = (phone: string): number => wallets.get(phone) ?? usualWalletCents
  return {
    introduce(phone: string, { name, cents }: { name?: string; cents?: number }): void {
      if (name !== undefined) names.set(phone, name)
      if (cents !== undefined) wallets.set(phone, cents)
    },
    of: (phone: string): Person => ({ phone, name: names.get(phone) ?? nameBy(phone) }),
    getWallet,
    move: (phone: string, cents: number): void => void wallets.set(phone, getWallet(phone) + cents),
  }
}
export type People = ReturnType<typeof openPeople>

const nameBy = (phone: string): string => {
  const [one = 0, other = 0] = createHash('sha256').update(phone).digest()
  return `${first[one % first.length]} ${last[other % last.length]}`
}

/** 2547 ***** 126: how the second version of confirmations shows a phone. */
export const masked = (phone: string): string => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`

/** 254712***126: how statements do. */
export const maskedInRow = (phone: string): string => `${phone.slice(0, 6)}***${phone.slice(-3)}`

/** How the first version of confirmations shows a phone. */
export const hashed = (phone: string): string => createHash('sha256').update(phone).digest('hex')
