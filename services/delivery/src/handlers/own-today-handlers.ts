import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { asBuilt } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { toAsker } from './askers.ts'
import { bindDays } from './waiting-days.ts'

export const ownTodayHandlers = ({ lists, settings }: Pick<Dependencies, 'lists' | 'settings'>) => {
  const built = implement(deliveryContract).$config(asBuilt)
  const withDays = bindDays(settings)
  return {
    ownToday: built.ownToday.handler(async ({ input: { viewer, ownerId } }) => {
      const asker = toAsker(viewer)
      const shown = <Part extends { readonly rows: readonly DeliveryRow[] }>({ rows, ...part }: Part) => ({
        ...part,
        rows: rows.map((row) => withDays(toShownRow(asker, row))),
      })
      const { total, toBring, underWay, trouble } = await lists.ownToday(ownerId)
      return {
        ...{ total, underWay: shown(underWay), trouble: shown(trouble) },
        toBring: { ...toBring, shops: toBring.shops.map(shown) },
      }
    }),
  }
}
