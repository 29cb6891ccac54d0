import type { User } from '@tuma/contracts/api'
import { useSession, useUser } from '@tuma/kit/runtime'
import { Skeleton } from '@tuma/kit/ui'
import { Fragment, type ReactNode } from 'react'
import type { FormVariant } from './form-variant.ts'

type Children = { children: (user: User | null) => ReactNode }

/** Gives a form the signed-in person who fills it in, on the public forms too; null for a visitor. */
export const KnownSender = ({ variant, children }: Children & { variant: FormVariant }) =>
  variant === 'client' ? <SignedIn>{children}</SignedIn> : <SignedInOrVisitor>{children}</SignedInOrVisitor>

const SignedIn = ({ children }: Children) => children(useUser())

/** Waits for the session: each person has a draft of their own, so a form that is shown before would lose what was typed. */
const SignedInOrVisitor = ({ children }: Children) => {
  const session = useSession()
  if (session.status === 'loading') return <Skeleton wholeScreen rows={6} />
  const user = session.status === 'signed-in' ? session.user : null
  return <Fragment key={user?.username}>{children(user)}</Fragment>
}
