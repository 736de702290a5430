// The head of a page: title and description.
import type { MetaDescriptor } from 'react-router'
import { documentTitle, SITE_DESCRIPTION } from '#rulebook/site/page-titles.ts'

export const pageMeta = (title?: string, description: string = SITE_DESCRIPTION): MetaDescriptor[] => [
  { title: documentTitle(title) },
  { name: 'description', content: description },
]
