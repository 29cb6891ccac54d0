import type { IdentityClient } from '@tuma/contracts/services'
import { derivedId, isRefusal } from '@tuma/platform/event-sourcing'
import { CannotStart } from '@tuma/platform/runtime'
import { isWeakForStaff } from '../passwords/staff-passwords.ts'

/** The operator names the first admin; admins make the later ones. @returns whether there is an admin */
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
