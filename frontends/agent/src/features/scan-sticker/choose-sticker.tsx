import { lastFour } from '@tuma/contracts/vocabulary'
import { QrCode, X } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button, IconButton, useScanner } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { StickerDialog } from './sticker-dialog.tsx'

/**
 * The sticker that is on the parcel before it is booked; empty where there is none. A hand scanner needs no press.
 * @returns what is shown in the form, and the dialog, which must be outside it: its submit would be the form's too
 */
export function useChosenSticker(chosen: string, onChoose: (sticker: string) => void) {
  const text = useText(newParcelTexts)
  const [open, setOpen] = useState(false)
  useScanner(onChoose)
  const choose = (sticker: string): void => {
    setOpen(false)
    onChoose(sticker)
  }
  const shown =
    chosen === '' ? (
      <Button variant="quiet" icon={QrCode} className="justify-self-start" onClick={() => setOpen(true)}>
        {text('sticker.scan')}
      </Button>
    ) : (
      <p className="flex items-center gap-2" role="status">
        <QrCode size={20} aria-hidden />
        <span className="grow font-bold">{text('sticker.on', { four: lastFour(chosen) })}</span>
        <IconButton label={text('sticker.remove')} onClick={() => onChoose('')}>
          <X size={20} aria-hidden />
        </IconButton>
      </p>
    )
  const dialog = open ? (
    <StickerDialog action={text('sticker.use')} onSticker={choose} onClose={() => setOpen(false)} />
  ) : null
  return { shown, dialog }
}
