// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { scan } from '@tuma/kit/testing'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { useScanner } from './use-scanner.ts'

const id = 'TM-7K3M-Q2XV-90TB'
const scanned = vi.fn()
const submitted = vi.fn()
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  scanned.mockClear()
  submitted.mockClear()
})

const Note = () => {
  const [note, setNote] = useState('by hand')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <input aria-label="Amount" type="number" defaultValue={250} />
      <input aria-label="Password" type="password" />
      <select aria-label="Rider" defaultValue="salim">
        <option value="salim">Salim</option>
        <option value="tom">Tom</option>
      </select>
    </form>
  )
}
const Around = ({ dialog = false, children }: { dialog?: boolean; children?: React.ReactNode }) => {
  useScanner(scanned)
  return dialog ? (
    <Dialog open onClose={() => undefined} title="Hold">
      <Note />
    </Dialog>
  ) : (
    (children ?? <Note />)
  )
}

const places = {
  'no focus': () => render(<Around />),
  'a field': () => {
    render(<Around />)
    screen.getByLabelText('Note').focus()
  },
  'a dialog': () => render(<Around dialog />),
  'a field of a dialog': () => {
    render(<Around dialog />)
    screen.getByLabelText('Note').focus()
  },
}
const matrix = Object.keys(places).flatMap((place) =>
  (['Enter', 'Tab', null] as const).flatMap((end) =>
    [id, `HTTPS://TUMA.TEST/T/${id}`].map((text) => [place as keyof typeof places, end, text] as const),
  ),
)

test.each(matrix)('a scan with %s, ended by %s, is heard once and leaves nothing: %s', (place, end, text) => {
  places[place]()
  const before = document.activeElement
  scan(text, end)
  if (end === null) vi.advanceTimersByTime(80)
  expect(scanned.mock.calls).toEqual([[id]])
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('by hand')
  expect(submitted).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(before)
})

describe('a scan', () => {
  test('leaves what was chosen in a list and typed as an amount', () => {
    render(<Around />)
    const [rider, amount] = [
      screen.getByLabelText<HTMLSelectElement>('Rider'),
      screen.getByLabelText<HTMLInputElement>('Amount'),
    ]
    rider.focus()
    rider.addEventListener('keydown', () => (rider.value = 'tom'))
    scan(id)
    amount.focus()
    amount.addEventListener('keydown', () => (amount.value = '-7'))
    scan(id)
    expect([rider.value, amount.value]).toEqual(['salim', '250'])
    expect(scanned).toHaveBeenCalledTimes(2)
  })
  test('puts the caret back where it was, and what was selected', () => {
    render(<Around />)
    const note = screen.getByLabelText<HTMLInputElement>('Note')
    note.focus()
    note.setSelectionRange(3, 7)
    scan(id)
    expect([note.value, note.selectionStart, note.selectionEnd]).toEqual(['by hand', 3, 7])
  })
  test('whose Enter comes late presses nothing', () => {
    render(<Around />)
    screen.getByLabelText('Note').focus()
    scan(id, null)
    vi.advanceTimersByTime(80)
    const late = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    Object.defineProperty(late, 'timeStamp', { value: performance.now() + 8 * id.length + 150 })
    expect(fireEvent(screen.getByLabelText('Note'), late)).toBe(false)
  })
  describe('of other goods, on a screen that waits for it,', () => {
    const other = vi.fn()
    const Waiting = () => {
      useScanner(scanned, undefined, other)
      return <Note />
    }
    beforeEach(() => {
      other.mockClear()
      render(<Waiting />)
      screen.getByLabelText('Note').focus()
    })
    test('is told, and taken out of the field', () => {
      scan('6164001234567')
      expect(other.mock.calls).toEqual([['6164001234567']])
      expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('by hand')
      expect([scanned.mock.calls, submitted.mock.calls]).toEqual([[], []])
    })
    test('waits for its end: the next key of a whole code may still come', () => {
      scan('6164001234567', null)
      vi.advanceTimersByTime(500)
      expect(other).not.toHaveBeenCalled()
    })
  })
  test('is heard by the screen that listens before what is around it', () => {
    const inner = vi.fn()
    const Inner = () => {
      useScanner(inner)
      return <Note />
    }
    const { rerender } = render(
      <Around>
        <Inner />
      </Around>,
    )
    scan(id)
    rerender(<Around />)
    scan(id)
    expect([inner.mock.calls, scanned.mock.calls]).toEqual([[[id]], [[id]]])
  })
})

describe('no scan is', () => {
  const nothingHeard = () => {
    vi.advanceTimersByTime(500)
    expect(scanned).not.toHaveBeenCalled()
  }
  const note = () => screen.getByLabelText<HTMLInputElement>('Note')
  beforeEach(() => {
    render(<Around />)
    note().focus()
    note().select()
  })
  test('what a person types: it stays, and Enter sends the form', () => {
    scan(id, 'Enter', 60)
    expect(note().value).toBe(id)
    expect(submitted).toHaveBeenCalledOnce()
    nothingHeard()
  })
  test('a code of other goods: it stays where it was scanned to', () => {
    scan('6164001234567')
    expect(note().value).toBe('6164001234567')
    nothingHeard()
  })
  test('a password, also one that a program types', () => {
    screen.getByLabelText('Password').focus()
    scan(id)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(id)
    nothingHeard()
  })
  test('what is pasted, and what a browser fills in without a key', () => {
    fireEvent.paste(note(), { clipboardData: { getData: () => id } })
    fireEvent.input(note(), { target: { value: id } })
    fireEvent(note(), new Event('keydown', { bubbles: true }))
    nothingHeard()
  })
  test.each([
    ['a key that is held', { repeat: true }],
    ['letters that are being composed', { isComposing: true }],
    ['shortcuts', { ctrlKey: true }],
  ])('%s', (_what, held) => {
    for (const key of id) fireEvent.keyDown(note(), { key, ...held })
    nothingHeard()
  })
})
