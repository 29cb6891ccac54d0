import type { Actor } from '@tuma/contracts/services'

/** Phones differ in their last three digits, because M-Pesa shows no more of a payer's phone. */
export type Person = { readonly id: string; readonly name: string; readonly phone: string }

export const admins: readonly [Person, Person] = [
  { id: 'achieng', name: 'Achieng Njeri', phone: '254722000201' },
  { id: 'baraka', name: 'Baraka Mwangi', phone: '254722000302' },
]
const [achieng, baraka] = admins

/** They pay and send. The cousin's phone and payout number are those of an admin. */
export const people: readonly Person[] = [
  { id: 'wanjiku', name: 'Wanjiku Kamau', phone: '254712000101' },
  { id: 'kiprop', name: 'Kiprop Cheruiyot', phone: '254712000102' },
  { id: 'cousin', name: 'Cousin Njeri', phone: achieng.phone },
  ...admins,
]
export const agent: Person = { id: 'otieno', name: 'Otieno Odhiambo', phone: '254733000509' }
/** Takes cash over from the agent, and hands it over. */
export const colleague: Person = { id: 'amina', name: 'Amina Yusuf', phone: '254733000610' }

/** To whom Tuma owes the price of a parcel: an account, or the phone on the form. */
export type Party = { readonly owedTo: string; readonly name: string; readonly phone: string }
export const owedToPhone = (phone: string) => `phone:${phone}`
export const parties: readonly Party[] = [
  ...people.map(({ id, name, phone }) => ({ owedTo: `account:${id}`, name, phone })),
  { owedTo: owedToPhone('254733000404'), name: 'Amina Said', phone: '254733000404' },
  { owedTo: owedToPhone(baraka.phone), name: 'Baraka Mwangi', phone: baraka.phone },
]

export const toActor = ({ id }: Person, role: 'admin' | 'agent' | 'user'): Actor => ({
  ...{ kind: 'user', userId: id, username: id, role, shop: null },
})
