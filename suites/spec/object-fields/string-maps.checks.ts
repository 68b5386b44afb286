import { notesAnswers } from '../../../properties/laws/notes.ts'
import { fieldIsMapOfStrings } from '../../../properties/laws/object-fields/string-maps.ts'
import {
  mapPointers,
  validAndInvalidMaps,
} from '../../../properties/scenarios/object-fields/string-maps.ts'
import { create } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const odd = {
  'a label value with a space': mapPointers('labels', { a: 'b c' }),
  'a label value of 64 characters': mapPointers('labels', { a: 'b'.repeat(64) }),
  'a label key that begins with a dash': mapPointers('labels', { '-a': 'b' }),
  'an annotation key with a space': mapPointers('annotations', { 'a b': 'c' }),
  'an annotation of 257 KiB': {
    '/metadata/annotations': { a: { $repeat: 'b', times: 257 * 1024 } },
  },
}

export default [
  property('OBJ-031', validAndInvalidMaps('labels'), fieldIsMapOfStrings('labels')),
  property('OBJ-032', validAndInvalidMaps('annotations'), fieldIsMapOfStrings('annotations')),
  example(
    'OBJ-033',
    Object.entries(odd).map(([words, set], index) => create(words, 'main', `x${index}`, { set })),
    notesAnswers(...Object.keys(odd)),
  ),
]
