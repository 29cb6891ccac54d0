import { newStickerRoll, stickerSizes } from '@tuma/contracts/api'
import { Tag } from '@tuma/kit/icons'
import { labelTexts } from '@tuma/kit/parcels'
import { api, calls, queryClient, toast, useQuery, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  Button,
  DataList,
  DateTime,
  EmptyState,
  FormDialog,
  Loaded,
  Select,
  saveFile,
  TextField,
  useForm,
} from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** Pre-printed tracking ids, for shops without a printer. */
export const StickerRolls = () => {
  const text = useText(texts)
  const rolls = useQuery(api.stickers.rolls.queryOptions())
  const [printing, setPrinting] = useState(false)
  return (
    <section className="mt-10 grid gap-4">
      <div>
        <h2>{text('stickers.title')}</h2>
        <p className="text-ink-soft">{text('stickers.intro')}</p>
      </div>
      <Button variant="secondary" icon={Tag} className="justify-self-start" onClick={() => setPrinting(true)}>
        {text('stickers.print')}
      </Button>
      {printing ? <PrintRoll onClose={() => setPrinting(false)} /> : null}
      <Loaded query={rolls} failed={text('stickers.failed')} empty={<EmptyState title={text('stickers.none')} />}>
        {(rows) => (
          <DataList
            label={text('stickers.title')}
            look="pairs head"
            rows={rows}
            rowKey={({ roll }) => `${roll}`}
            columns={[
              { header: text('stickers.roll'), primary: true, cell: ({ roll }) => text('stickers.number', { roll }) },
              { header: text('stickers.count'), cell: ({ count }) => count, align: 'end' },
              { header: text('stickers.shop'), cell: ({ shop }) => (shop ? `${shop.address}, ${shop.location}` : '–') },
              { header: text('stickers.printed'), cell: ({ printedAt }) => <DateTime at={printedAt} /> },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

const fields = z.object({
  count: newStickerRoll.shape.count,
  shop: z.string(),
  size: z.enum(stickerSizes),
})

const PrintRoll = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const label = useText(labelTexts)
  const shops = useShops()
  const form = useForm({
    schema: fields,
    defaults: { count: 40, shop: '', size: 'a4' },
    failed: text('stickers.notPrinted'),
    submit: async ({ count, shop: key, size }) => {
      const shop = shops.find((one) => one.value === key)?.shop
      saveFile(await calls.stickers.makeRoll({ count, size, ...(shop ? { shop } : {}) }), 'stickers.pdf')
      toast.success(text('stickers.done', { count }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.stickers.rolls.key() })
    },
  })
  const sizes = stickerSizes.map((value) => ({
    value,
    label: value === 'a4' ? text('stickers.a4') : label(`label.${value}`),
  }))
  return (
    <FormDialog form={form} onClose={onClose} title={text('stickers.print')} action={text('stickers.go')}>
      <TextField
        type="number"
        inputMode="numeric"
        label={text('stickers.count')}
        hint={text('stickers.countHint')}
        {...form.field('count', { number: true })}
      />
      <Select label={text('stickers.size')} placeholder={null} options={sizes} {...form.field('size')} />
      <Select
        label={text('stickers.shop')}
        hint={text('stickers.shopHint')}
        optional
        placeholder={text('stickers.anyShop')}
        options={shops}
        {...form.field('shop')}
      />
    </FormDialog>
  )
}

/** All shops of all locations. */
const useShops = () => {
  const { data = [] } = useQuery(api.locations.shops.queryOptions())
  return data.flatMap(({ locationName: location, pickupPoints }) =>
    pickupPoints.map((address) => ({
      value: `${location} ${address}`,
      label: `${address}, ${location}`,
      shop: { location, address },
    })),
  )
}
