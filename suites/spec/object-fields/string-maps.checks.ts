import { notesAnswers } from '../../../properties/laws/notes.ts'
import { isMapOfStrings } from '../../../properties/laws/object-fields/string-maps.ts'
import { placesOf, someMaps } from '../../../properties/scenarios/object-fields/string-maps.ts'
import { create } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const odd = {
  'a label value with a space': placesOf('labels', { a: 'b c' }),
  'a label value of 64 characters': placesOf('labels', { a: 'b'.repeat(64) }),
  'a label key that begins with a dash': placesOf('labels', { '-a': 'b' }),
  'an annotation key with a space': placesOf('annotations', { 'a b': 'c' }),
  'an annotation of 257 KiB': {
    '/metadata/annotations': { a: { $repeat: 'b', times: 257 * 1024 } },
  },
}

export default [
  property('OBJ-031', someMaps('labels'), isMapOfStrings('labels')),
  property('OBJ-032', someMaps('annotations'), isMapOfStrings('annotations')),
  example(
    'OBJ-033',
    Object.entries(odd).map(([words, set], index) => create(words, 'main', `x${index}`, { set })),
    notesAnswers(...Object.keys(odd)),
  ),
]
