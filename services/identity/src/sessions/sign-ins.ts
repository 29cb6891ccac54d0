import type { SecurityEvent } from '@tuma/contracts/services'
import { isRefusal } from '@tuma/platform/event-sourcing'
import { type Dependencies, identity } from '../dependencies.ts'

type Parts = Pick<Dependencies, 'security' | 'reservations'>

/** Adds to the record who signed in, and whose account somebody could not sign in to. */
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
        // Behind the answer: nobody shall hear from the time whether there is such an account.
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
