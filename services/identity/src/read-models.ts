import type { AnyView } from '@tuma/platform/event-sourcing'
import { accountsByNameView, accountsByPointsView, accountsView } from './domain/account-views.ts'
import { approvalsView } from './domain/approvals-view.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { sessionsView } from './domain/session-views.ts'

/** Every read model of the service: one projector fills them all. */
export const readModels: readonly AnyView<IdentityEvent>[] = [
  accountsView,
  accountsByNameView,
  accountsByPointsView,
  sessionsView,
  approvalsView,
]
