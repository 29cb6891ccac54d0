import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

/** `trigger` is one button; `children` are `MenuItem`s. Not modal: the page behind stays alive and needs no injected style. */
export function DropdownMenu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  // Into the content and not the body, because all text of a page must be in a landmark.
  const place = open ? document.getElementById('main') : null
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content className="t-menu" align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const MenuItem = ({
  danger,
  onSelect,
  children,
}: {
  danger?: boolean
  onSelect: () => void
  children: ReactNode
}) => (
  <Radix.Item data-danger={danger} onSelect={onSelect}>
    {children}
  </Radix.Item>
)
