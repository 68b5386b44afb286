import type { Codec, Piece } from './codec.ts'
import { readYaml } from './yaml-reader.ts'
import { writeYaml } from './yaml-writer.ts'
import type { TypeMeta } from '../api/object.ts'

/**
 * The codec of `application/yaml` (ENC-003, ENC-004, ENC-013). There are no watches in YAML. Items
 * are encoded as in a list, with dash and indentation.
 */
export const yamlCodec: Codec = {
  read: readYaml,
  write: value => Buffer.from(writeYaml(value)),
  item: object => Buffer.from(writeYaml([object])),
  whole: (item, { kind, apiVersion }) =>
    Buffer.from(writeYaml({ kind, apiVersion } satisfies TypeMeta) + membersOf(item)),
  list,
}

/** Returns the lines of an item without its dash and indentation. */
function membersOf(item: Buffer): string {
  const text = item.toString().replaceAll(/^(?:- | {2})/gm, '')
  return text === '{}\n' ? '' : text
}

function* list(head: object, member: string, items: Iterable<Piece>): Iterable<Piece> {
  let start = `${writeYaml(head)}${member}:`
  for (const item of items) {
    if (item && start) yield Buffer.from(`${start}\n`)
    if (item) start = ''
    yield item
  }
  if (start) yield Buffer.from(`${start} []\n`)
}
