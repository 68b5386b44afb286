// Builds markup with escaped values.

import { escapeControls, escapeCiCommands } from '../escape.ts'

/** Text that is safe to insert into a page. Only `html` and `trusted` create it. */
export type Markup = { readonly markup: string }

type Value = string | number | Markup | Markup[]

/**
 * Builds markup from a template. Values are escaped, and control characters and direction marks are
 * made visible.
 */
export function html(texts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: texts }, ...values.map(inserted)) }
}

/**
 * Marks text of the project, such as a style sheet, as safe. Never use it for text from a target.
 */
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
