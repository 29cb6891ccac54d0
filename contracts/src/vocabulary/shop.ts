import { sameWords } from './names.ts'

/** A pickup point at a location. An agent's `location` and `address` name the shop that the agent works at. */
export type Shop = { readonly location: string; readonly address: string }

/** Equal for the same shop however it was typed: for comparing, and as a key of read models. */
export const shopKey = (shop: Shop): string => `${sameWords(shop.location)}|${sameWords(shop.address)}`
export const placeKey = (location: string): string => sameWords(location)
