// Markup whose every inserted value is escaped.

import { escapeControls, escapeCiCommands } from '../escape.ts'

/** Text that may stand in a page as it is; only `html` and `trusted` make it. */
export type Markup = { readonly markup: string }

type Value = string | number | Markup | Markup[]

/** A template whose values are escaped, and whose control and direction marks are shown. */
export function html(texts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: texts }, ...values.map(inserted)) }
}

/** Our own text, such as a style sheet: never anything that came from a target. */
export function trusted(markup: string): Markup {
  return { markup }
}

function inserted(value: Value): string {
  if (Array.isArray(value)) return value.map(one => one.markup).join('')
  return typeof value === 'object'
    ? value.markup
    : escaped(escapeCiCommands(escapeControls(String(value))))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? character)
}
