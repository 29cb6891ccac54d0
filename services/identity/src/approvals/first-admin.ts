import type { IdentityClient } from '@tuma/contracts/services'
import { derivedId, isRefusal } from '@tuma/platform/event-sourcing'
import { CannotStart } from '@tuma/platform/runtime'
import { isWeakForStaff } from '../passwords/staff-passwords.ts'

/** Whoever runs the product names the first admin; later ones are made by admins. @returns whether there is one */
export const openFirstAdmin = async (
  identity: IdentityClient,
  admin: { readonly email: string; readonly password: string } | null,
): Promise<boolean> => {
  const { hasAdmin } = await identity.hasAdmin()
  if (hasAdmin || !admin) return hasAdmin
  if (isWeakForStaff(admin.password)) {
    throw new CannotStart('ADMIN_PASSWORD: is too easy to guess. Choose 10 characters or more, and no common password.')
  }
  const commandId = derivedId('first admin', admin.email)
  const asked = { actor: { kind: 'system', name: 'first-admin' }, commandId, correlationId: commandId } as const
  const person = { name: 'Tuma Admin', phone: '254700000000', role: 'admin', shop: null, ...admin } as const
  try {
    await identity.openAccount({ asked, ...person, username: 'admin' })
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code !== 'username_taken')
      throw new CannotStart('ADMIN_EMAIL: a client has an account with this address. Choose another.')
    await identity.openAccount({ asked, ...person, username: `admin-${commandId.slice(0, 6)}` })
  }
  return true
}
