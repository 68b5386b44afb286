// The message of each kind, with all that it leads to, made when the first document of it passes.

import { emptyMessage, type Message } from './protobuf-message.ts'
import type { Field } from './protobuf-field-writer.ts'
import { formed, forms } from './protobuf-forms.ts'
import { type FieldRow, rowsOf } from './protobuf-messages.ts'
import { plainSorts, type Sort } from './protobuf-sort.ts'

const sorts = new Map<string, Sort>(Object.entries(plainSorts))
const messages = new Map<string, Message>()

/** A message of the data by its name. */
export function messageNamed(name: string): Message {
  const known = messages.get(name)
  if (known) return known
  const rows = rowsOf(name)
  if (!rows) throw new Error(`messages.data.json: ${name} is not defined`)
  // It is known before its fields are: they may lead back to it.
  const { made, define } = emptyMessage()
  messages.set(name, made)
  define(fieldsOf(rows))
  return made
}

const fieldsOf = (rows: readonly FieldRow[]): Field[] =>
  rows.map(row => ({ row, sort: sortNamed(row[2]) }))

function sortNamed(name: string): Sort {
  const known = sorts.get(name)
  if (known) return known
  const form = forms[name]
  if (!form) return messageNamed(name)
  const { made, define } = emptyMessage()
  const sort = formed(made, form)
  sorts.set(name, sort)
  define(fieldsOf(form.fields))
  return sort
}
