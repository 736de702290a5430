export default function Page() {
  return <main>tool</main>
}
