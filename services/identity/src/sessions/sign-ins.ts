import type { SecurityEvent } from '@tuma/contracts/services'
import { isRefusal } from '@tuma/platform/event-sourcing'
import { type Dependencies, identity } from '../dependencies.ts'

type Parts = Pick<Dependencies, 'security' | 'reservations'>

/** Adds to the record who signed in, and at whose account a sign-in failed. */
export const recordingSignIns = ({ security: { record }, reservations }: Parts) =>
  identity.login.use(async ({ next }, { asked, email }) => {
    const common = { per: 'minute', network: asked.network ?? null, what: 'users.login', about: null } as const
    try {
      const answered = await next()
      const { _id: accountId, role } = answered.output.user
      record.add({ ...common, kind: 'sign-in', accountId, role, outcome: 'done' })
      return answered
    } catch (error) {
      if (isRefusal(error)) {
        // Recorded after the answer, so that the response time does not reveal whether the account exists.
        const refused = reservations.accountsAt(email).then(
          ({ owner, unverified }): SecurityEvent => ({
            ...common,
            kind: 'sign-in-refused',
            accountId: (owner ?? unverified[0])?.accountId ?? null,
            role: (owner ?? unverified[0])?.role ?? null,
            outcome: error.code,
          }),
        )
        record.addWhen(refused)
      }
      throw error
    }
  })
