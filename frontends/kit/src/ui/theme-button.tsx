import { kitTexts, useText, useTheme } from '@tuma/kit/runtime'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from './button.tsx'

const next = { system: 'light', light: 'dark', dark: 'system' } as const
const icons = { system: SunMoon, light: Sun, dark: Moon }

/** Goes round: as the device, light, dark. */
export function ThemeButton() {
  const [theme, choose] = useTheme()
  const text = useText(kitTexts)
  const Icon = icons[theme]
  return (
    <IconButton label={text(`theme.${theme}`)} onClick={() => choose(next[theme])}>
      <Icon size={20} aria-hidden />
    </IconButton>
  )
}
