import * as delivery from '@tuma/delivery'
import * as identity from '@tuma/identity'
import * as notification from '@tuma/notification'
import * as payment from '@tuma/payment'
import type { AnyView } from '@tuma/platform/event-sourcing'
import * as revenue from '@tuma/revenue'

type ReadModels = { readonly readModels: readonly AnyView<never>[] }

/** The read models and other stored data of each service, as it declares them. */
export const keptBy: Readonly<Record<string, ReadModels>> = { identity, payment, delivery, revenue, notification }

export const getNames = ({ readModels }: ReadModels): string[] => readModels.map(({ collection }) => collection.name)
