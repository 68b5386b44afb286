// Reads lists and objects in flow style.

import type { ResumableTask } from '../lib/event-loop.ts'
import { readQuotedScalar } from './yaml-quoted.ts'
import type {
  YamlKey,
  NodeProperties,
  YamlText,
  YamlDocumentReader,
} from './yaml-document-reader.ts'
import { readPlainScalarLine, readPlainScalarRest, startsPlainScalar } from './yaml-unquoted.ts'

/** Reads a list or an object at the position, after its properties. */
export function* readFlow(
  reading: YamlDocumentReader,
  properties: NodeProperties,
): ResumableTask<object> {
  const isList = reading.cursor.text[reading.cursor.offset] === '['
  const inside = () => (isList ? readList(reading) : readObject(reading))
  const value = yield* reading.nested<object>(inside)
  return reading.collection(value, properties)
}

/** A value, and its text if it is a scalar, which may turn out to be a key. */
type Node = { readonly value: unknown; readonly written?: YamlText }

function* readNode(reading: YamlDocumentReader): ResumableTask<Node> {
  const { cursor } = reading
  const properties = reading.properties()
  cursor.advance()
  const character = cursor.text[cursor.offset]
  if (character === '[' || character === '{') return { value: yield* readFlow(reading, properties) }
  if (character === '*') return { value: reading.finished(reading.alias(), properties) }
  const written = readText(reading)
  const isAbsent = written.text === '' && written.isPlain
  if (isAbsent && properties.tag === undefined && properties.anchor === undefined) {
    throw cursor.unexpected('a value')
  }
  const value = reading.scalar(written, properties)
  return properties.tag ? { value } : { value, written }
}

function readText({ cursor }: YamlDocumentReader): YamlText {
  const character = cursor.text[cursor.offset]
  if (character === '"' || character === "'")
    return { text: readQuotedScalar(cursor), isPlain: false }
  const place = { inFlow: true, margin: -1 }
  if (!startsPlainScalar(cursor, place)) return { text: '', isPlain: true }
  return {
    text: readPlainScalarRest(cursor, readPlainScalarLine(cursor, place), place),
    isPlain: true,
  }
}

function* readList(reading: YamlDocumentReader): ResumableTask<unknown[]> {
  const { cursor } = reading
  const list: unknown[] = []
  for (let isOpen = opens(reading, ']'); isOpen; isOpen = continues(reading, ']')) {
    if (reading.isDue()) yield
    reading.enter(list.length)
    const node = yield* readNode(reading)
    cursor.advance()
    if (cursor.text[cursor.offset] === ':') list.push(yield* readPair(reading, node))
    else list.push(node.value)
  }
  return list
}

/** Reads an object of one member without braces, which can only be an item of a list. */
function* readPair(reading: YamlDocumentReader, { value, written }: Node): ResumableTask<object> {
  const object = {}
  const key = reading.key(value, written)
  return yield* reading.nested(function* () {
    yield* readMember(reading, object, key)
    return object
  })
}

function* readObject(reading: YamlDocumentReader): ResumableTask<object> {
  const { cursor } = reading
  const object = {}
  for (let isOpen = opens(reading, '}'); isOpen; isOpen = continues(reading, '}')) {
    if (reading.isDue()) yield
    const { value, written } = yield* readNode(reading)
    cursor.advance()
    yield* readMember(reading, object, reading.key(value, written))
  }
  return object
}

/** Reads the colon and value after a key. Without them the value is null. */
function* readMember(
  reading: YamlDocumentReader,
  object: Record<string, unknown>,
  key: YamlKey,
): ResumableTask<void> {
  const { cursor } = reading
  reading.enter(key.name)
  let value: unknown = null
  if (cursor.text[cursor.offset] === ':') {
    cursor.offset += 1
    cursor.advance()
    const isAbsent = valueEnd.test(cursor.text.charAt(cursor.offset))
    value = isAbsent ? null : (yield* readNode(reading)).value
    cursor.advance()
  }
  reading.put(object, key, value)
}

const valueEnd = /[,\]}]/

/**
 * Consumes an opening bracket, and the closing one if the collection is empty. Returns whether it
 * has elements.
 */
function opens({ cursor }: YamlDocumentReader, end: string): boolean {
  cursor.offset += 1
  cursor.advance()
  return !closes({ cursor }, end)
}

/**
 * Consumes the comma before a further value, or the closing bracket. Returns whether there is a
 * further value.
 */
function continues({ cursor }: Pick<YamlDocumentReader, 'cursor'>, end: string): boolean {
  if (closes({ cursor }, end)) return false
  if (cursor.text[cursor.offset] !== ',') throw cursor.unexpected(`',' or '${end}'`)
  cursor.offset += 1
  cursor.advance()
  return !closes({ cursor }, end)
}

function closes({ cursor }: Pick<YamlDocumentReader, 'cursor'>, end: string): boolean {
  if (cursor.text[cursor.offset] !== end) return false
  cursor.offset += 1
  return true
}
