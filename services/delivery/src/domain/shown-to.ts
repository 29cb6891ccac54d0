import { maskPhone } from '@tuma/contracts/vocabulary'
import type { Asker } from './asker.ts'
import type { DeliveryRow } from './delivery-views.ts'
import { endsOf, offeredTo, receivesIt } from './next-step.ts'

/** A row as the asker may see it, who may see the parcel, with what it offers them. */
export const shownTo = (asker: Asker, row: DeliveryRow) => ({
  ...row,
  picker: row.picker && pickerFor(asker, row, row.picker),
  ...offeredTo(asker, row),
})

/** The shop that hands a parcel over has seen who took it, and admins answer for it: nobody else needs to know more. */
const pickerFor = (
  { role, shop }: Asker,
  row: DeliveryRow,
  { pickerName, pickerPhone, pickerNationalId }: NonNullable<DeliveryRow['picker']>,
) => {
  const handsItOver = role === 'agent' && shop !== null && receivesIt(endsOf(row), shop)
  const pickerIdSeen = pickerNationalId !== ''
  return handsItOver || role === 'admin' || role === 'system'
    ? { pickerName, pickerPhone, pickerNationalId, pickerIdSeen }
    : { pickerName, pickerPhone: maskPhone(pickerPhone), pickerNationalId: null, pickerIdSeen }
}
