// The AI tools dropdown of the wide navigation bar: every model, grouped (document 1 §2; document 2 §2; C-18).
import { IconChevronDown } from '@tabler/icons-react'
import { CategoryIcon } from '#features/catalogue/web/category-icon.tsx'
import { MODEL_GROUPS, type ModelGroup } from '#features/catalogue/web/model-groups.ts'
import { disclosesPanel } from '#platform/web/prehydration-attributes.ts'
import { CATALOGUE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import bar from './navigation-bar.module.css'
import { ToolLink } from './tool-link.tsx'
import classes from './tools-menu.module.css'
import { useDisclosurePanel } from './use-disclosure-panel.ts'

export function ToolsMenu() {
  const panel = useDisclosurePanel()
  return (
    <div ref={panel.rootRef}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={bar.link}
        aria-expanded={panel.isOpen}
        aria-controls={panel.panelId}
        {...disclosesPanel()}
        onClick={panel.toggle}
      >
        {NAVIGATION_TEXTS.tools}
        <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} data-open={panel.isOpen} />
      </button>
      <div id={panel.panelId} className={classes.panel} hidden={!panel.isOpen}>
        <div className={classes.columns}>
          {MODEL_GROUPS.map((group) => (
            <ToolGroup key={group.category.key} group={group} />
          ))}
        </div>
      </div>
    </div>
  )
}

function ToolGroup({ group: { category, subGroups } }: { readonly group: ModelGroup }) {
  const titleId = `tools-menu-${category.key}`
  return (
    <section aria-labelledby={titleId}>
      {subGroups.map(({ key, models }, index) => (
        <div key={key ?? category.key} className={classes.group}>
          {index === 0 && (
            <h2 className={classes.title} id={titleId}>
              <CategoryIcon category={category.key} sizePx={18} />
              {category.title}
            </h2>
          )}
          {key && <h3 className={classes.subTitle}>{CATALOGUE_TEXTS[key]}</h3>}
          <ul className={classes.list}>
            {models.map((model) => (
              <li key={model.key}>
                <ToolLink model={model} withDescription />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
