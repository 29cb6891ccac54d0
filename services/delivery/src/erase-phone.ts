import type { Asked } from '@tuma/contracts/services'
import type { Dependencies } from './dependencies.ts'

/**
 * Takes out whoever has a phone and no account. What was sent with an account is its owner's: it ends with the account, and
 * who asks is told of it before anything is done.
 * @param seen ids of accounts that the admin knows have sent with it
 */
export const erasePhone = async (
  { forgetting, metadataOf }: Pick<Dependencies, 'forgetting' | 'metadataOf'>,
  { asked, phone, seen }: { readonly asked: Asked; readonly phone: string; readonly seen: readonly string[] },
) => {
  const [sent, received] = [
    await forgetting.parcelsWith(phone, 'sender'),
    await forgetting.parcelsWith(phone, 'receiver'),
  ]
  const pickers = await forgetting.pickersWith(phone)
  const owners = sent.flatMap(({ ownerId }) => ownerId ?? [])
  const accounts = [...new Set(owners)].map((accountId) => ({
    accountId,
    parcels: owners.filter((owner) => owner === accountId).length,
  }))
  if (accounts.some(({ accountId }) => !seen.includes(accountId))) return { accounts, erased: null }
  const guests = sent.filter(({ ownerId }) => ownerId === null)
  const metadata = metadataOf(asked)
  await forgetting.forgetIn(guests, 'sender', metadata)
  await forgetting.forgetIn(received, 'receiver', metadata)
  await forgetting.forgetPickers(pickers, metadata)
  return { accounts, erased: guests.length + received.length + pickers.length }
}
