import type { User } from '@tuma/contracts/api'
import { useSession, useUser } from '@tuma/kit/runtime'
import { Fragment, type ReactNode } from 'react'
import type { FormVariant } from './form-variant.ts'

type Children = { children: (user: User | null) => ReactNode }

/** Gives a form who fills it in. Whoever is signed in is known on the public forms too; of visitors the server is not asked. */
export const KnownSender = ({ variant, children }: Children & { variant: FormVariant }) =>
  variant === 'client' ? <SignedIn>{children}</SignedIn> : <Anybody>{children}</Anybody>

const SignedIn = ({ children }: Children) => children(useUser())

const Anybody = ({ children }: Children) => {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : null
  return <Fragment key={user?.username}>{children(user)}</Fragment>
}
