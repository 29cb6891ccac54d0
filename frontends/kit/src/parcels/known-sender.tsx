import type { User } from '@tuma/contracts/api'
import { useUser } from '@tuma/kit/runtime'
import type { ReactNode } from 'react'
import type { FormVariant } from './form-variant.ts'

type Children = { children: (user: User | null) => ReactNode }

/** Gives a form the client who fills it in. Visitors are nobody, and the server is not asked who they are. */
export const KnownSender = ({ variant, children }: Children & { variant: FormVariant }) =>
  variant === 'client' ? <SignedIn>{children}</SignedIn> : children(null)

const SignedIn = ({ children }: Children) => children(useUser())
