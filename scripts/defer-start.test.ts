// The framework's HTML is read by its form: when that changes, this and the build say so.
import { describe, expect, it } from 'vitest'
import { splitPage } from './defer-start.ts'

const PAGE =
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/b.js"/></head>' +
  '<body><h1>标题</h1><script>window.context = {}</script><script type="module" async="">import "/assets/a.js";\nimport("/assets/b.js");</script></body>'

describe('splitPage', () => {
  it('takes the program out of the page and leaves everything else where it was', () => {
    const { program, html } = splitPage(PAGE)
    expect(program).toBe('import "/assets/a.js";\nimport("/assets/b.js");')
    expect(html({ starter: '/assets/starter.js', program: '/assets/program.js', for: 'visitors' })).toBe(
      '<head><link rel="stylesheet" href="/assets/a.css"/></head><body><h1>标题</h1><script>window.context = {}</script>' +
        '<script type="module" src="/assets/starter.js" id="deferred-start" data-program="/assets/program.js" data-for="visitors" data-entry="/assets/b.js" data-preload="/assets/a.js"></script></body>',
    )
  })

  it('stops the build at a page that it does not understand', () => {
    expect(() => splitPage('<body><script src="/assets/a.js"></script></body>')).toThrow('no program')
  })
})
