// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { SearchField, useKeptSearch } from './search-field.tsx'

const List = () => {
  const [search, setSearch] = useKeptSearch()
  return (
    <>
      <SearchField label="Search" value={search} onSearch={setSearch} />
      <button type="button">a row</button>
    </>
  )
}
const show = (state?: unknown) => renderScreen(<List />, { path: '/list', at: '/list?by=phone', state })
const box = () => screen.findByLabelText<HTMLInputElement>('Search')

test('the search starts when typing pauses, and its words are not in the address', async () => {
  const { person, router } = show()
  await person.type(await box(), ' 0712 ')
  expect(router.state.location.state).toBeNull()
  await expect.poll(() => router.state.location.state).toEqual({ search: '0712' })
  expect(router.state.location).toMatchObject({ pathname: '/list', search: '?by=phone' })
})

test('leaving the box at once for a row counts as a search: Back finds it', async () => {
  const { person, router } = show()
  await person.type(await box(), '0712')
  await person.click(screen.getByRole('button', { name: 'a row' }))
  expect(router.state.location.state).toEqual({ search: '0712' })
})

test('the last search is filled in; the cross empties the box at once and keeps the focus there', async () => {
  const { person, router } = show({ search: '0712' })
  expect((await box()).value).toBe('0712')
  await person.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(router.state.location.state).toEqual({ search: '' })
  expect(document.activeElement).toBe(await box())
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})
