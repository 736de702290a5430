// Mantine's styles one component at a time, in the order that Mantine asks for (base files first, then what others build on): here what
// the open pages and the shell show, in mantine-inner.ts what is used only behind the sign-in or in its forms, in notice-stack.tsx the
// notices. Every component in use must be in one of them, or it appears unstyled; a test compares.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Alert.css'
// TRAP: before the link, which is a text: behind it no link is underlined.
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Anchor.css'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Container.css'
import '@mantine/core/styles/Title.css'
