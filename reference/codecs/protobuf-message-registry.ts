// Builds the message type of each kind at first use, with all messages that it refers to.

import { declareMessage, type MessageType } from './protobuf-message-type.ts'
import type { MessageField } from './protobuf-field-writer.ts'
import { wellKnownType, wellKnownTypes } from './protobuf-well-known-types.ts'
import { type FieldRow, messageFields } from './protobuf-message-data.ts'
import { protobufScalarTypes, type ProtobufType } from './protobuf-scalar-types.ts'

const types = new Map<string, ProtobufType>(Object.entries(protobufScalarTypes))
const messages = new Map<string, MessageType>()

/** Returns a message type by its name in the data. */
export function messageTypeOf(name: string): MessageType {
  const known = messages.get(name)
  if (known) return known
  const rows = messageFields(name)
  if (!rows) throw new Error(`messages.data.json: ${name} is not defined`)
  // Registered before its fields are defined, because they may refer to it.
  const { made, define } = declareMessage()
  messages.set(name, made)
  define(fieldsOf(rows))
  return made
}

const fieldsOf = (rows: readonly FieldRow[]): MessageField[] =>
  rows.map(row => ({ row, type: typeNamed(row[2]) }))

function typeNamed(name: string): ProtobufType {
  const known = types.get(name)
  if (known) return known
  const form = wellKnownTypes[name]
  if (!form) return messageTypeOf(name)
  const { made, define } = declareMessage()
  const type = wellKnownType(made, form)
  types.set(name, type)
  define(fieldsOf(form.fields))
  return type
}
