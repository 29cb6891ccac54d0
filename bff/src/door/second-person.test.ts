import type { CommandContext, UsedApproval } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { expect, test } from 'vitest'
import { withApproval } from './second-person.ts'

const asked = { commandId: 'pay', correlationId: 'c', actor: { kind: 'system', name: 'test' } } satisfies CommandContext
const approval = { approvalId: 'a1', by: 'baraka' } as UsedApproval

/** @returns the approvals that were given back */
const returnedAfter = async (error: Error) => {
  const returned: string[] = []
  const identity = {
    returnApproval: async ({ approvalId }: { approvalId: string }) => {
      returned.push(approvalId)
      return {}
    },
  }
  await expect(withApproval(identity, asked, approval, () => Promise.reject(error))).rejects.toBe(error)
  return returned
}

test('an approval is given back where the command was refused, because nothing was done', async () =>
  expect(await returnedAfter(new Refused('payout_changed'))).toEqual(['a1']))

test('an approval stays with its command after a fault: the money may have been sent', async () =>
  expect(await returnedAfter(new Error('the connection is gone'))).toEqual([]))
