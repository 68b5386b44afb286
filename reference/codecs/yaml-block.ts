// Reads lists and objects in block style.

import type { ResumableTask } from '../lib/event-loop.ts'
import { readFlow } from './yaml-flow.ts'
import { readQuotedScalar } from './yaml-quoted.ts'
import { noProperties } from './yaml-document-reader.ts'
import type {
  YamlKey,
  NodeProperties,
  YamlText,
  YamlDocumentReader,
} from './yaml-document-reader.ts'
import {
  readBlockScalar,
  readPlainScalarLine,
  readPlainScalarRest,
  startsPlainScalar,
} from './yaml-unquoted.ts'

/** The context of a value. */
export type BlockPlace = {
  /** The column of the enclosing collection, or -1 at the top. */
  readonly margin: number
  /** Whether a list or an object may start in the line of its dash or question mark. */
  readonly isCompact: boolean
  /** Whether a list may start at the column of its parent, as the value of a member may. */
  readonly holdsListAtMargin: boolean
}

const newline = 0x0a
const hash = 0x23
const dash = 0x2d
const colon = 0x3a
const questionMark = 0x3f
const nothing: YamlText = { text: '', isPlain: true }

/**
 * Reads a value. It is null if there is none before the next line at the margin.
 * @param outer the properties on the line before it
 */
export function* readBlock(
  reading: YamlDocumentReader,
  place: BlockPlace,
  outer: NodeProperties = noProperties,
): ResumableTask<unknown> {
  const { cursor } = reading
  cursor.advance()
  if (cursor.ends()) return reading.scalar(nothing, outer)
  if (!cursor.isFresh) return yield* readContent(reading, place, outer)
  cursor.refuseTab()
  const isListAtMargin = cursor.column === place.margin && cursor.hasIndicator(dash)
  const isInside = cursor.column > place.margin || (place.holdsListAtMargin && isListAtMargin)
  if (!isInside) return reading.scalar(nothing, outer)
  return yield* readContent(reading, place, outer)
}

function* readContent(
  reading: YamlDocumentReader,
  place: BlockPlace,
  outer: NodeProperties,
): ResumableTask<unknown> {
  const { cursor } = reading
  const { offset, column, lineStart } = cursor
  const canStart = place.isCompact || cursor.isFresh
  const inner = reading.properties()
  if (cursor.offset > offset && endsLine(cursor.code())) {
    const properties = joined(reading, outer, inner)
    return yield* readBlock(reading, { ...place, isCompact: false }, properties)
  }
  if (cursor.hasIndicator(dash) || cursor.hasIndicator(questionMark)) {
    if (!canStart || cursor.offset > offset)
      throw cursor.unexpected('a value that fits into this line')
    const isList = cursor.hasIndicator(dash)
    const value = yield* isList ? readList(reading, column) : readObject(reading, column)
    return reading.collection(value, outer)
  }
  if (isIndicated.test(cursor.text.charAt(cursor.offset))) {
    return yield* readIndicated(reading, place, joined(reading, outer, inner))
  }
  const leaf = readLeaf(reading)
  if (cursor.lineStart !== lineStart || !takesColon(reading)) {
    return finished(reading, { leaf, place, properties: joined(reading, outer, inner) })
  }
  if (!canStart) throw cursor.fault('expected the end of the value before, got one more colon')
  const value = yield* readObject(reading, column, keyOf(reading, leaf, inner))
  return reading.collection(value, outer)
}

const endsLine = (code: number): boolean => code === newline || code === hash || Number.isNaN(code)

function joined(
  reading: YamlDocumentReader,
  outer: NodeProperties,
  inner: NodeProperties,
): NodeProperties {
  if (inner === noProperties) return outer
  const isTwice = outer.tag && inner.tag ? 'tag' : outer.anchor && inner.anchor ? 'anchor' : ''
  if (isTwice) throw reading.cursor.fault(`expected a value, got another ${isTwice}`)
  return { ...outer, ...inner }
}

const isIndicated = /[[{|>]/

/** Reads a value that cannot be a key: a collection in flow style, or a block scalar. */
function* readIndicated(
  reading: YamlDocumentReader,
  place: BlockPlace,
  properties: NodeProperties,
): ResumableTask<unknown> {
  const { cursor } = reading
  const isFlow = cursor.text[cursor.offset] === '[' || cursor.text[cursor.offset] === '{'
  if (!isFlow) {
    return reading.scalar(
      { text: readBlockScalar(cursor, place.margin), isPlain: false },
      properties,
    )
  }
  const value = yield* readFlow(reading, properties)
  if (takesColon(reading)) reading.key(value)
  return value
}

/** The value of an alias, or a text. Of a plain text this is the first line, which may be a key. */
type Leaf = { readonly value: unknown } | { readonly written: YamlText }

function readLeaf(reading: YamlDocumentReader): Leaf {
  const { cursor } = reading
  const character = cursor.text[cursor.offset]
  if (character === '*') return { value: reading.alias() }
  if (character === '"' || character === "'") {
    return { written: { text: readQuotedScalar(cursor), isPlain: false } }
  }
  if (!startsPlainScalar(cursor, { inFlow: false })) throw cursor.unexpected('a value')
  return { written: { text: readPlainScalarLine(cursor, { inFlow: false }), isPlain: true } }
}

/** Consumes the colon that makes the preceding text a key. Returns whether there is one. */
function takesColon({ cursor }: Pick<YamlDocumentReader, 'cursor'>): boolean {
  const { offset } = cursor
  cursor.skipWhite()
  if (cursor.hasIndicator(colon)) {
    cursor.offset += 1
    return true
  }
  cursor.offset = offset
  return false
}

function keyOf(reading: YamlDocumentReader, leaf: Leaf, properties: NodeProperties): YamlKey {
  if ('value' in leaf) return reading.key(reading.finished(leaf.value, properties))
  return reading.key(
    reading.scalar(leaf.written, properties),
    properties.tag ? undefined : leaf.written,
  )
}

function finished(
  reading: YamlDocumentReader,
  { leaf, place, properties }: { leaf: Leaf; place: BlockPlace; properties: NodeProperties },
): unknown {
  if ('value' in leaf) return reading.finished(leaf.value, properties)
  const { text, isPlain } = leaf.written
  if (!isPlain) return reading.scalar(leaf.written, properties)
  const whole = readPlainScalarRest(reading.cursor, text, { inFlow: false, margin: place.margin })
  return reading.scalar({ text: whole, isPlain }, properties)
}

/** Reads the items of a list at one column. */
function* readList(reading: YamlDocumentReader, column: number): ResumableTask<unknown[]> {
  const { cursor } = reading
  const list: unknown[] = []
  const place = { margin: column, isCompact: true, holdsListAtMargin: false }
  return yield* reading.nested(function* () {
    do {
      if (reading.isDue()) yield
      cursor.offset += 1
      reading.enter(list.length)
      list.push(yield* readBlock(reading, place))
    } while (reachesNext(reading, column) && cursor.hasIndicator(dash))
    return list
  })
}

/** Reads the members of an object at one column. The first key may have been read before. */
function* readObject(
  reading: YamlDocumentReader,
  column: number,
  first?: YamlKey,
): ResumableTask<object> {
  const object = {}
  const place = { margin: column, isCompact: false, holdsListAtMargin: true }
  return yield* reading.nested(function* () {
    let key = first
    do {
      if (reading.isDue()) yield
      const isLong = !key && reading.cursor.hasIndicator(questionMark)
      key ??= isLong ? yield* readLongKey(reading, column) : readKey(reading)
      reading.enter(key.name)
      const hasValue = !isLong || (reachesNext(reading, column) && takesColon(reading))
      const value = hasValue ? yield* readBlock(reading, { ...place, isCompact: isLong }) : null
      reading.put(object, key, value)
      key = undefined
    } while (reachesNext(reading, column))
    return object
  })
}

/** Reads a key with its colon. */
function readKey(reading: YamlDocumentReader): YamlKey {
  const { cursor } = reading
  const { lineStart } = cursor
  const properties = reading.properties()
  const leaf = readLeaf(reading)
  if (cursor.lineStart === lineStart && takesColon(reading)) return keyOf(reading, leaf, properties)
  throw cursor.unexpected("':' and white space behind the key, in its line")
}

/** Reads a key after a question mark. Its colon, if there is one, is on a later line. */
function* readLongKey(reading: YamlDocumentReader, column: number): ResumableTask<YamlKey> {
  reading.cursor.offset += 1
  reading.enter('?')
  const place = { margin: column, isCompact: true, holdsListAtMargin: false }
  return reading.key(yield* readBlock(reading, place))
}

/** Advances to the next line with content. Returns whether it is at this column. */
function reachesNext({ cursor }: Pick<YamlDocumentReader, 'cursor'>, column: number): boolean {
  cursor.advance()
  if (cursor.ends()) return false
  if (!cursor.isFresh) throw cursor.unexpected('the end of the line')
  cursor.refuseTab()
  if (cursor.column <= column) return cursor.column === column
  throw cursor.unexpected('a line that starts where one before it does')
}
