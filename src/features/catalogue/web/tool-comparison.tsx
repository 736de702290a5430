// The comparison table of the catalogue: function, credits, time, use case, start (document 2 §2; C-12, C-44).
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { catalogueEstimate } from '#rulebook/runs/estimates.ts'
import { CATALOGUE_TEXTS, TOOL_USE_CASES } from '#rulebook/runs/tool-page.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import classes from './tool-comparison.module.css'

const { columns } = CATALOGUE_TEXTS

export function ToolComparison() {
  return (
    <section aria-labelledby="tool-comparison">
      <Title order={2} fz="h3" id="tool-comparison" mb="md">
        {CATALOGUE_TEXTS.compare}
      </Title>
      <table className={classes.table}>
        <thead>
          <tr>
            {Object.values(columns).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.values(TOOLS).map((tool) => (
            <tr key={tool.key}>
              <th scope="row">{tool.displayName}</th>
              <td data-label={columns.credits}>{fillText(CREDIT_TEXTS.credits, { credits: tool.credits })}</td>
              <td data-label={columns.time}>{catalogueEstimate(tool)}</td>
              <td data-label={columns.useCase}>{TOOL_USE_CASES[tool.key]}</td>
              <td>
                <Button
                  component={Link}
                  to={tool.route}
                  size="xs"
                  variant="light"
                  aria-label={`${columns.start}：${tool.displayName}`}
                >
                  {columns.start}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
