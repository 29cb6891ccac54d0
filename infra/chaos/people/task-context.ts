import type { Mpesa } from '@tuma/mpesa'
import type { Chance } from '@tuma/simulation/chance'
import type { ParcelContext, Task } from '../parcel-tasks.ts'
import type { SmsProviderDouble } from '../sms-provider.ts'

/** What people have beside their browsers: M-Pesa, their SMS, and further tasks. */
export type TaskContext = ParcelContext & {
  readonly mpesa: Mpesa
  readonly sms: SmsProviderDouble
  readonly chance: Chance
  /** Adds a task for another person. */
  addTask(task: Task): void
}
