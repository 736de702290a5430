// A tool page before it is known who is looking, which is how it stands prerendered: everything that is the same for everybody, in the
// places where it will stay.
import { Skeleton, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { panelEstimate } from '#rulebook/estimates.ts'
import { APP_TEXTS } from '#rulebook/product.ts'
import { uploaderOf } from '#rulebook/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { ModelHeader } from './model-header.tsx'
import panelClasses from './parameters/parameter-panel.module.css'
import { UploadHeadline, UploadHints } from './picture/upload-words.tsx'
import uploaderClasses from './picture/uploader.module.css'
import classes from './tool-page.module.css'
import { WORKSPACE_COLUMNS } from './workspace-columns.ts'

export const ToolPageOutline = ({ model }: { readonly model: ModelConfig }) => (
  <div className={classes.page}>
    <ModelHeader model={model} />
    <p role="status" className={classes.outlineStatus}>
      {APP_TEXTS.loading}
    </p>
    <div className={classes.workspace} style={WORKSPACE_COLUMNS}>
      <div className={classes.picture}>
        <div className={uploaderClasses.area}>
          <div className={uploaderClasses.content}>
            <UploadHeadline isOver={false} />
            <Skeleton height={42} width={120} className={uploaderClasses.buttons} />
            <Skeleton height={36} width={240} />
            <UploadHints uploader={uploaderOf(model)} />
          </div>
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.panel}>
          <div className={panelClasses.panel}>
            <Skeleton height={28} width={96} />
            <Skeleton height={44} />
            <Skeleton height={22} width="70%" />
            <Text size="sm" c="dimmed" className={panelClasses.time}>
              <IconClock size={16} aria-hidden />
              <span>{panelEstimate(model)}</span>
            </Text>
          </div>
          <Skeleton height={50} radius="md" />
        </div>
      </div>
    </div>
  </div>
)
