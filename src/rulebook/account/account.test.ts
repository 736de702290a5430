// Forms of the account side: email, password, username, avatar.
import { describe, expect, it } from 'vitest'
import { messageFromRegister } from '../errors/errors.ts'
import { avatarPath, checkAvatarFile, checkAvatarSize } from './avatar.ts'
import { checkEmail, checkNewEmail, emailChangeErrorOf, emailFeedback, KNOWN_EMAIL_DOMAINS } from './email.ts'
import {
  checkConfirmation,
  checkPassword,
  checkPasswordChange,
  checkResetPassword,
  hasLetterAndNumber,
  PASSWORD_CHECKLIST,
  PASSWORD_RESET_ADVICE,
  PASSWORD_STRENGTH_LABELS,
  passwordStrength,
} from './password.ts'
import { checkUsername, normalizeUsername, RESERVED_USERNAMES } from './username.ts'

const textOf = (problem: object | undefined) => problem && messageFromRegister(problem)
const emailText = (email: string) => textOf(checkEmail(email))
const usernameText = (username: string) => textOf(checkUsername(username))

describe('email', () => {
  it('[VALID-EMAIL-01] takes 254 characters and refuses 255', () => {
    const ending = `@${'d'.repeat(180)}.com`
    expect(emailText(`${'a'.repeat(64)}@${'d'.repeat(185)}.com`)).toBeUndefined()
    expect(emailText(`${'a'.repeat(64)}@${'d'.repeat(186)}.com`)).toBe('邮箱地址过长')
    expect(emailText(`${'a'.repeat(300)}${ending}`)).toBe('邮箱地址过长')
  })
  it('[VALID-EMAIL-02] takes a local part of 64 and refuses 65', () => {
    expect(emailText(`${'a'.repeat(64)}@b.com`)).toBeUndefined()
    expect(emailText(`${'a'.repeat(65)}@b.com`)).toBe('邮箱用户名部分过长')
  })
  it('[VALID-EMAIL-03] refuses two dots in a row', () => {
    expect(emailText('a..b@c.com')).toBe('邮箱格式不正确')
    expect(emailText('a@b..com')).toBe('邮箱格式不正确')
  })
  it('[VALID-EMAIL-04] names a known domain right, in any case', () => {
    expect(emailFeedback('name@qq.com')).toEqual({ isValid: true, text: '✓ 邮箱格式正确' })
    expect(emailFeedback('name@GMail.com')?.text).toBe('✓ 邮箱格式正确')
  })
  it('[VALID-EMAIL-05] asks to look at another domain', () =>
    expect(emailFeedback('name@rare-domain.example')).toEqual({
      isValid: true,
      text: '✓ 邮箱格式正确（请确认域名拼写）',
    }))
  it('[VALID-EMAIL-06] refuses what has no shape of an address', () => {
    expect(emailFeedback('abc')).toEqual({ isValid: false, text: '请输入有效的邮箱地址' })
    for (const email of ['@b.com', 'a@', 'a@.com', 'a@b.']) expect(emailText(email)).toBe('请输入有效的邮箱地址')
    for (const email of ['name@163.com。', '用户@qq.com', 'a@b.c', '.a@b.com', 'a,b@c.com', 'a@b_c.com', 'a@-b.com'])
      expect([email, emailFeedback(email)]).toEqual([email, { isValid: false, text: '请输入有效的邮箱地址' }])
    for (const email of ["o'neil+tag@sub.example.co.uk", '_a-b.c@b-c.cn']) expect(emailText(email)).toBeUndefined()
  })
  it('[VALID-EMAIL-07] says nothing of an empty field', () => expect(emailFeedback('')).toBeUndefined())
  it('[VALID-EMAIL-08] knows the 15 domains of U-02', () => {
    const domains =
      'gmail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com 139.com'
    expect(KNOWN_EMAIL_DOMAINS).toEqual(domains.split(' '))
  })
  it('[VALID-EMAIL-09] refuses a space', () => {
    for (const email of ['a b@c.com', ' a@c.com', 'a@c. com']) expect(emailText(email)).toBe('请输入有效的邮箱地址')
  })
  it('[VALID-EMAIL-10] needs exactly one @', () => {
    for (const email of ['a.com', 'a@b@c.com', 'a@b.com@c']) expect(emailText(email)).toBe('请输入有效的邮箱地址')
  })
  it('[VALID-EMAIL-11] needs a dot in the domain', () => expect(emailText('a@b')).toBe('请输入有效的邮箱地址'))
  it('[VALID-EMAIL-14] refuses the current address in any letter case', () => {
    expect(textOf(checkNewEmail('A@B.com', 'a@b.COM'))).toBe('新邮箱不能与当前邮箱相同')
    expect(checkNewEmail('c@b.com', 'a@b.com')).toBeUndefined()
    expect(textOf(checkNewEmail('c', 'a@b.com'))).toBe('请输入有效的邮箱地址')
  })
  it('[ERR-ACC-10] [ERR-ACC-11] [ERR-ACC-12] [ERR-ACC-13] [ERR-ACC-14] [ERR-ACC-15] maps a failed change', () => {
    const text = (message: string) => messageFromRegister({ code: emailChangeErrorOf(message) })
    expect(text('email rate limit exceeded')).toBe(
      '邮箱修改过于频繁，请稍后再试。为了账户安全，请在 1 小时后重新尝试。',
    )
    expect(text('Invalid email')).toBe('邮箱地址格式不正确，请检查后重新输入')
    expect(text('User already registered')).toBe('该邮箱地址已被其他账户使用，请使用其他邮箱')
    expect(text('network error')).toBe('网络连接异常，请检查网络后重试')
    expect(text('Unauthorized')).toBe('权限不足，请重新登录后再试')
    expect(text('boom')).toBe('邮箱修改失败，请重试')
  })
})

describe('password', () => {
  it('[VALID-PWD-01] refuses 5 characters and takes 6', () => {
    expect(textOf(checkPassword('abc12'))).toBe('密码长度至少6位')
    expect(checkPassword('abc123')).toBeUndefined()
  })
  it('[VALID-PWD-02] needs a letter and a number', () => {
    for (const password of ['123456', 'abcdef', '!!!!!!'])
      expect(textOf(checkPassword(password))).toBe('密码必须包含字母和数字')
  })
  it('[VALID-PWD-03] grades weak, medium, strong', () => {
    const label = ([password, guesses]: readonly [string, number]) =>
      PASSWORD_STRENGTH_LABELS[passwordStrength(password, guesses)]
    const graded = [
      ['abc', 1e12],
      ['qz7kx1', 1_000_001],
      ['a7#kQ9', 1_000_001],
      ['bohei7mut', 1e9],
      ['bohei7mut4wa', 1e12],
    ] as const
    expect(graded.map(label)).toEqual(['弱', '弱', '中', '中', '强'])
  })
  it('lists four points, the last a recommendation', () => {
    const met = (password: string) => PASSWORD_CHECKLIST.map((item) => item.isMet(password))
    expect(met('abc')).toEqual([false, true, false, false])
    expect(met('abc123')).toEqual([true, true, true, false])
    expect(met('1!')).toEqual([false, false, true, true])
    expect(PASSWORD_CHECKLIST.map((item) => item.isRequired)).toEqual([true, true, true, false])
  })
  it('only advises at a reset (C-32)', () => {
    expect(checkResetPassword('123456')).toBeUndefined()
    expect(hasLetterAndNumber('123456')).toBe(false)
    expect(textOf(checkResetPassword('12345'))).toBe('密码长度至少6位')
    expect(PASSWORD_RESET_ADVICE).toBe('建议密码包含字母和数字，提高安全性')
  })
  it('refuses a differing confirmation', () => {
    expect(textOf(checkConfirmation('abc123', 'abc124'))).toBe('两次密码输入不一致')
    expect(checkConfirmation('abc123', 'abc123')).toBeUndefined()
  })
  it('asks four things of a change', () => {
    const change = (current: string, next: string, confirmation = next) =>
      textOf(checkPasswordChange({ current, next, confirmation }))
    expect(change('', 'abc123')).toBe('请输入当前密码')
    expect(change('old123', 'abcdef')).toBe('密码必须包含字母和数字')
    expect(change('old123', 'abc123', 'x')).toBe('两次密码输入不一致')
    expect(change('abc123', 'abc123')).toBe('新密码不能与当前密码相同')
    expect(change('old123', 'abc123')).toBeUndefined()
  })
})

describe('username', () => {
  it('[VALID-USER-01] is trimmed before it is checked and saved', () => {
    expect(checkUsername('  张三  ')).toBeUndefined()
    expect(normalizeUsername('  张三  ')).toBe('张三')
    expect(usernameText(' a ')).toBe('用户名至少需要2个字符')
  })
  it('[VALID-USER-02] is not empty', () =>
    expect(['', '   '].map(usernameText)).toEqual(Array(2).fill('用户名不能为空')))
  it('[VALID-USER-03] has 2 characters at least', () => {
    expect(['a', '张'].map(usernameText)).toEqual(Array(2).fill('用户名至少需要2个字符'))
    expect(usernameText('ab')).toBeUndefined()
  })
  it('[VALID-USER-04] has 20 characters at most', () => {
    expect(usernameText('a'.repeat(20))).toBeUndefined()
    expect(usernameText('𠮷'.repeat(20))).toBeUndefined()
    expect(usernameText('a'.repeat(21))).toBe('用户名不能超过20个字符')
  })
  it('[VALID-USER-05] has Chinese characters, letters, digits, underscore and hyphen only', () => {
    // Signs that count as `s` and `k` where letter case does not.
    for (const username of ['张 三', 'a.b', '😀😀', 'a@b', 'é1', 'te\u017ft', '\u212Aim'])
      expect(usernameText(username)).toBe('用户名只能包含中文、英文、数字、下划线和连字符')
    expect(usernameText('张三_a-1')).toBeUndefined()
  })
  it('[VALID-USER-06] does not begin or end with underscore or hyphen', () => {
    for (const username of ['_ab', 'ab-', '-ab', 'ab_'])
      expect(usernameText(username)).toBe('用户名不能以下划线或连字符开头或结尾')
  })
  it('[VALID-USER-07] is not all digits', () => expect(usernameText('12345')).toBe('用户名不能是纯数字'))
  it('[VALID-USER-08] [VALID-USER-10] is none of 21 reserved words', () => {
    const words =
      'admin administrator root system api www mail email support help info service user guest anonymous null undefined test demo example sample'
    expect([...RESERVED_USERNAMES]).toEqual(words.split(' '))
    for (const word of words.split(' ')) expect(usernameText(word)).toBe('该用户名为保留关键词，请选择其他用户名')
  })
  it('[VALID-USER-09] whatever the letter case', () =>
    expect(usernameText('AdMiN')).toBe('该用户名为保留关键词，请选择其他用户名'))
  it('says the first of several problems, in the order of the documents', () => {
    expect(['-', `-${'.'.repeat(20)}`, '-.', '-1'].map(usernameText)).toEqual([
      '用户名至少需要2个字符',
      '用户名不能超过20个字符',
      '用户名只能包含中文、英文、数字、下划线和连字符',
      '用户名不能以下划线或连字符开头或结尾',
    ])
  })
  it('[VALID-USER-11] may contain one', () => expect(usernameText('admin01')).toBeUndefined())
})

describe('avatar', () => {
  const png = (size: number) => ({ type: 'image/png', size })
  it('[VALID-AVATAR-02] is JPG, PNG or WebP', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp'])
      expect(checkAvatarFile({ type, size: 10 })).toBeUndefined()
    for (const type of ['image/gif', 'image/bmp', 'image/svg+xml', 'image/heic', 'application/pdf', ''])
      expect(textOf(checkAvatarFile({ type, size: 10 }))).toBe('仅支持 JPG、PNG、WebP 格式')
  })
  it('[VALID-AVATAR-03] has 1048576 bytes at most', () => {
    expect(checkAvatarFile(png(1_048_576))).toBeUndefined()
    expect(textOf(checkAvatarFile(png(1_048_577)))).toBe('图片大小不能超过 1 MB')
  })
  it('[VALID-AVATAR-04] [VALID-AVATAR-05] has 50 to 2048 pixels on either side', () => {
    const size = (width: number, height: number) => textOf(checkAvatarSize({ width, height }))
    expect([size(50, 50), size(2048, 2048)]).toEqual([undefined, undefined])
    expect([size(49, 50), size(50, 49)]).toEqual(Array(2).fill('图片尺寸不能小于 50 × 50 像素'))
    expect([size(2049, 100), size(100, 2049)]).toEqual(Array(2).fill('图片尺寸不能大于 2048 × 2048 像素'))
  })
  it('must be chosen and readable', () => {
    expect(textOf(checkAvatarFile(undefined))).toBe('请选择头像图片')
    expect(textOf(checkAvatarSize(undefined))).toBe('图片文件已损坏或格式不正确，请重新选择')
  })
  it('lies at a path of the user and the moment', () =>
    expect(avatarPath('u1', 1700000000000, 'png')).toBe('avatars/u1/avatar_1700000000000.png'))
})
