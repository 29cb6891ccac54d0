// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { queryClient } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Agents } from './screen.tsx'

const agent = { ...people.agent, location: null, address: null }
const show = () => renderScreen(<Agents />, { as: people.admin })
const shop = (locationName: string, pickupPoints: string[]) => ({
  _id: locationName,
  locationName,
  pickupPoints,
  price: 150,
})

beforeEach(() => {
  fakeApi()
    .answer(contract.people.agents, [agent])
    .answer(contract.locations.shops, [
      shop('THIKA', ['Blue Post kiosk']),
      shop('NAIROBI CBD', ['Moi Avenue Shop', 'Uhuru Kiosk']),
    ])
})

const edit = async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Edit, Otieno Odhiambo' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText('Location')
  return { person, dialog, update: dialog.getByRole('button', { name: 'Update' }) as HTMLButtonElement }
}

test('an agent can be called or written to from the row', async () => {
  show()
  const call = await screen.findByRole('link', { name: 'Call Otieno Odhiambo' })
  expect(call.getAttribute('href')).toBe(`tel:+${agent.phone}`)
  screen.getByRole('link', { name: 'WhatsApp Otieno Odhiambo' })
})

test('an agent without a shop shows as not assigned', async () => {
  show()
  expect(await screen.findAllByText('Not assigned')).toHaveLength(2)
})

test('the shops are those of the chosen location, and another location clears the shop', async () => {
  const { person, dialog, update } = await edit()
  const address = dialog.getByLabelText('Shop') as HTMLSelectElement
  expect(address.disabled).toBe(true)
  await person.selectOptions(dialog.getByLabelText('Location'), 'NAIROBI CBD')
  expect([...address.options].map(({ text }) => text)).toEqual(['Choose…', 'Moi Avenue Shop', 'Uhuru Kiosk'])
  await person.selectOptions(address, 'Moi Avenue Shop')
  expect(update.disabled).toBe(false)
  await person.selectOptions(dialog.getByLabelText('Location'), '')
  expect(address.value).toBe('')
  expect(update.disabled).toBe(true)
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('the only shop of a location is chosen with the location', async () => {
  const { person, dialog, update } = await edit()
  await person.selectOptions(dialog.getByLabelText('Location'), 'THIKA')
  expect((dialog.getByLabelText('Shop') as HTMLSelectElement).value).toBe('Blue Post kiosk')
  expect(update.disabled).toBe(false)
})

describe('an agent is added in one dialog', () => {
  const wanjiku = { ...people.client, _id: 'wanjiku', name: 'Wanjiku Kamau' }
  const add = async () => {
    fakeApi().answer(contract.people.users, [wanjiku])
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Add Agent' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(await dialog.findByRole('radio', { name: /Wanjiku Kamau/ }))
    return { person, dialog, done: dialog.getByRole('button', { name: 'Add Agent' }) as HTMLButtonElement }
  }
  const asked = () => [
    fakeApi().received(contract.people.changeRole)[0]?.input,
    fakeApi().received(contract.people.assignShop)[0]?.input,
  ]

  test('by choosing the person and the shop: first the role is sent, then the shop', async () => {
    fakeApi()
      .answer(contract.people.changeRole, { ...wanjiku, role: 'agent' })
      .answer(contract.people.assignShop, { agent: { ...wanjiku, role: 'agent' } })
    const { person, dialog, done } = await add()
    expect(done.disabled).toBe(true)
    await person.selectOptions(dialog.getByLabelText('Location'), 'THIKA')
    await person.click(done)
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(asked()).toEqual([
      { id: 'wanjiku', role: 'agent' },
      { id: 'wanjiku', location: 'THIKA', address: 'Blue Post kiosk' },
    ])
  })

  test('or a person becomes an admin, who works at no shop', async () => {
    fakeApi().answer(contract.people.changeRole, { ...wanjiku, role: 'admin' })
    const { person, dialog, done } = await add()
    await person.selectOptions(dialog.getByLabelText('Role'), 'Admin')
    expect(dialog.queryByLabelText('Location')).toBeNull()
    await person.click(done)
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(asked()).toEqual([{ id: 'wanjiku', role: 'admin' }, undefined])
  })
})

test('the chosen shop is sent and shown', async () => {
  fakeApi().answer(contract.people.assignShop, { agent: people.agent })
  const { person, dialog, update } = await edit()
  await person.selectOptions(dialog.getByLabelText('Location'), 'NAIROBI CBD')
  await person.selectOptions(dialog.getByLabelText('Shop'), 'Moi Avenue Shop')
  fakeApi().answer(contract.people.agents, [people.agent])
  await person.click(update)
  await screen.findByText('Moi Avenue Shop', { selector: 'td *' })
  const sent = { id: agent._id, location: 'NAIROBI CBD', address: 'Moi Avenue Shop' }
  expect(
    fakeApi()
      .received(contract.people.assignShop)
      .map(({ input }) => input),
  ).toEqual([sent])
})

test('a failed update is shown', async () => {
  fakeApi().refuse(contract.people.assignShop, 'unknown_shop')
  const { person, dialog, update } = await edit()
  await person.selectOptions(dialog.getByLabelText('Location'), 'THIKA')
  await person.selectOptions(dialog.getByLabelText('Shop'), 'Blue Post kiosk')
  await person.click(update)
  const said = await screen.findByRole('alertdialog', { name: 'Failed to update agent details' })
  expect(said.textContent).toContain('That shop is not one of ours.')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('after the session has ended the login says so, without a dialog over it', async () => {
  fakeApi().refuse(contract.people.assignShop, 'not_signed_in')
  const { person, dialog, update } = await edit()
  await person.selectOptions(dialog.getByLabelText('Location'), 'THIKA')
  await person.selectOptions(dialog.getByLabelText('Shop'), 'Blue Post kiosk')
  await person.click(update)
  await expect.poll(() => fakeApi().received(contract.people.assignShop).length).toBe(1)
  await expect.poll(() => queryClient.getQueryData(['session'])).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('deleting asks first, and says when it fails', async () => {
  fakeApi().fail(contract.people.deleteAgent)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Delete, Otieno Odhiambo' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete agent Otieno Odhiambo?' })
  expect(fakeApi().received(contract.people.deleteAgent)).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Failed to delete agent' })
  await person.click(screen.getByRole('button', { name: 'OK' }))
})

test('deleting names the cash with the agent, and that no other agent works at the shop', async () => {
  const drawer = { _id: people.agent._id, name: people.agent.name, awaiting: 0, since: null, parcels: [] }
  fakeApi()
    .answer(contract.people.agents, [people.agent])
    .answer(contract.books.drawer, { ...drawer, cents: 12_100_00 })
  const { person } = show()
  const question = async () => {
    await person.click(await screen.findByRole('button', { name: 'Delete, Otieno Odhiambo' }))
    const found = await screen.findByRole('alertdialog', { name: 'Delete agent Otieno Odhiambo?' })
    const said = found.textContent ?? ''
    await person.click(within(found).getByRole('button', { name: 'Cancel' }))
    return said
  }
  const said = await question()
  expect(said).toContain('This agent still has Ksh 12,100 in cash. First take it in under “Books”.')
  expect(said).toContain('No other agent works at Moi Avenue Shop, NAIROBI CBD.')
  fakeApi().answer(contract.books.drawer, { ...drawer, cents: 0 })
  expect(await question()).not.toMatch(/cash|drawer/)
  fakeApi().fail(contract.books.drawer)
  expect(await question()).toContain('We could not see how much cash this agent has.')
})

test('a list of agents that cannot be fetched says so', async () => {
  fakeApi().fail(contract.people.agents)
  show()
  await screen.findByText('Failed to fetch agents')
})
